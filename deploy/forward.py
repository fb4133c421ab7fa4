"""Forward every connection to PORT to another address: `python forward.py PORT HOST:PORT`.

The fake web answers only on the loopback address, and its hosts are names below `localhost`. With
this forwarder, the workers of the compose test, each in its own network, all reach the same fake
web.
"""

import asyncio
import sys


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass  # one side closed the connection; closing the other side tells it
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
    """Forward connections until the process is killed."""
    host, _, target_port = sys.argv[2].rpartition(":")
    asyncio.run(_serve(int(sys.argv[1]), host, int(target_port)))


if __name__ == "__main__":
    main()
