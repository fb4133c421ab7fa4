#!/bin/bash
# Fill an empty volume from MYSQL_ROOT_PASSWORD, MYSQL_DATABASE, MYSQL_USER and MYSQL_PASSWORD, then serve.
set -eu
[[ ${1:-mysqld} == mysqld ]] && shift || true
if [[ ! -d /var/lib/mysql/mysql ]]; then
    mariadb-install-db --no-defaults --datadir=/var/lib/mysql --skip-test-db > /dev/null
    mariadbd --no-defaults --datadir=/var/lib/mysql --bootstrap <<END
FLUSH PRIVILEGES;
ALTER USER root@localhost IDENTIFIED BY '$MYSQL_ROOT_PASSWORD';
CREATE DATABASE \`$MYSQL_DATABASE\`;
CREATE USER '$MYSQL_USER'@'%' IDENTIFIED BY '$MYSQL_PASSWORD';
GRANT ALL ON \`$MYSQL_DATABASE\`.* TO '$MYSQL_USER'@'%';
END
fi
exec mariadbd --no-defaults --datadir=/var/lib/mysql --socket=/var/run/mysqld/mysqld.sock \
    --pid-file=/var/run/mysqld/mysqld.pid --bind-address=0.0.0.0 --skip-name-resolve "$@"
