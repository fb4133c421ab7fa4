#!/bin/bash
# Give Newsloom a role and a user of its own, then start as the official image does. Passwords never are arguments.
# Not for dash, which drops variables with a dot in their name: they are settings of Elasticsearch.
set -eu
cd /usr/share/elasticsearch
cp /newsloom/roles.yml config/roles.yml
: > config/users
: > config/users_roles
password=$(cat /run/secrets/documents_password)
printf '%s\n%s\n' "$password" "$password" | bin/elasticsearch-users useradd newsloom -r newsloom
# The image accepts a password file only if no other user can read it.
install -m 600 /run/secrets/elastic_password /tmp/elastic_password
export ELASTIC_PASSWORD_FILE=/tmp/elastic_password
exec /bin/tini -- /usr/local/bin/docker-entrypoint.sh eswrapper
