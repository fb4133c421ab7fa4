"""The version of Newsloom, defined only here."""

VERSION = "0.2.0"
