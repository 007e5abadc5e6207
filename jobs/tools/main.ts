import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

// The first process in the namespaces of a tool, with which all others end. Starts the tool, and passes what it sends to the proxy's
// port on to the socket of the proxy, which is outside: `main.ts <socket> <port> <program> <argument>…`

const [socket = '', port = '', program = '', ...args] = process.argv.slice(2);

const server = createServer((client) => {
  const proxy = connect(socket);
  client.pipe(proxy).pipe(client);
  client.on('error', () => proxy.destroy());
  proxy.on('error', () => client.destroy());
});

server.listen(Number(port), '127.0.0.1', () => {
  const tool = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  tool.on('error', ({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exit(127);
  });
  // As a shell names the signal that ended a program.
  tool.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
});

// The tool gets it too, and decides when it ends.
process.on('SIGTERM', () => undefined);
