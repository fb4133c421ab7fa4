#!/bin/bash
# Fill an empty volume from MYSQL_ROOT_PASSWORD_FILE, MYSQL_DATABASE, MYSQL_USER and MYSQL_PASSWORD_FILE, then serve.
set -eu
[[ ${1:-mysqld} == mysqld ]] && shift || true
if [[ ! -d /var/lib/mysql/mysql ]]; then
    mariadb-install-db --no-defaults --datadir=/var/lib/mysql --skip-test-db > /dev/null
    mariadbd --no-defaults --datadir=/var/lib/mysql --bootstrap <<END
FLUSH PRIVILEGES;
ALTER USER root@localhost IDENTIFIED BY '$(cat "$MYSQL_ROOT_PASSWORD_FILE")';
CREATE DATABASE \`$MYSQL_DATABASE\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE USER '$MYSQL_USER'@'%' IDENTIFIED BY '$(cat "$MYSQL_PASSWORD_FILE")';
GRANT ALL ON \`$MYSQL_DATABASE\`.* TO '$MYSQL_USER'@'%';
END
fi
exec mariadbd --no-defaults --datadir=/var/lib/mysql --socket=/var/run/mysqld/mysqld.sock \
    --pid-file=/var/run/mysqld/mysqld.pid --bind-address=0.0.0.0 --skip-name-resolve "$@"
