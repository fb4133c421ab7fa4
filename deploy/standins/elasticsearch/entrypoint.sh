#!/bin/bash
# Read settings from variables with a dot in their name, and the first password from the file ELASTIC_PASSWORD_FILE.
set -e
source bin/elasticsearch-env-from-file
set -u
if [[ ! -f config/elasticsearch.keystore ]]; then
    bin/elasticsearch-keystore create --silent
    printf '%s' "$ELASTIC_PASSWORD" | bin/elasticsearch-keystore add --stdin bootstrap.password
fi
settings=(-Enetwork.host=0.0.0.0)
while IFS='=' read -r -d '' name value; do
    [[ $name == *.* ]] && settings+=("-E$name=$value")
done < /proc/self/environ
exec bin/elasticsearch "${settings[@]}"
