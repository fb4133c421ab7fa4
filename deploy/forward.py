"""`python forward.py PORT HOST:PORT`: hands every connection to PORT on to another address.

The fake web answers on the loopback address only and its hosts are names below `localhost`; with this the workers of
the compose test, each in its own network, find one and the same fake web there.
"""

import asyncio
import sys


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass  # one side went away, which the other is told by the close
    finally:
        writer.close()


async def _serve(port: int, host: str, target_port: int) -> None:
    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_connection(host, target_port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_copy(reader, there_writer), _copy(there_reader, writer))

    server = await asyncio.start_server(accept, "0.0.0.0", port)
    await server.serve_forever()


def main() -> None:
    """Forwards until it is killed."""
    host, _, target_port = sys.argv[2].rpartition(":")
    asyncio.run(_serve(int(sys.argv[1]), host, int(target_port)))


if __name__ == "__main__":
    main()
