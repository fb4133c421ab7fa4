"""What the commands of ``newsloom`` do: each opens the ports it needs and hands them down."""
