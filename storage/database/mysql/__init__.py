"""Django's backend for MySQL and MariaDB, made for a primary that is switched."""
