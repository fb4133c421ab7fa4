drop_expired_claims()
return redis.call('ZCARD', claims)
