import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isInstalled } from './files.ts';

interface Context {
  readonly root: string;
  readonly folder: string;
  readonly say: (line: string) => void;
}

interface Proxy {
  readonly name: string;
  /** Writes its example with these ports into a file, and answers how to start it. */
  readonly prepare: (context: Context, ports: Ports) => readonly [file: string, ...args: readonly string[]];
}

interface Ports {
  readonly https: number;
  readonly http: number;
  /** That of the service. */
  readonly service: number;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    prepare: ({ root, folder }, { https, http, service }) => {
      const site = readFileSync(join(root, 'packaging/proxy/nginx.conf'), 'utf8')
        .replaceAll('/etc/nginx/orgdesk', join(folder, 'orgdesk'))
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${service}`)
        .replaceAll(/^\s*listen \[::\].*\n/gm, '')
        .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
        .replaceAll('listen 443', `listen 127.0.0.1:${https}`);
      // Its workers would be somebody who may not write into the folder.
      const user = process.getuid?.() === 0 ? 'user root; ' : '';
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(folder, name)};`)
        .join(' ');
      writeFileSync(
        join(folder, 'nginx.conf'),
        `${user}daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary}\n${site} }`,
      );
      return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
    },
  },
  {
    name: 'caddy',
    prepare: ({ root, folder }, { https, http, service }) => {
      const site = readFileSync(join(root, 'packaging/proxy/Caddyfile'), 'utf8')
        .replace('orgdesk.example.com {', `orgdesk.example.com {\n\ttls ${folder}/orgdesk.crt ${folder}/orgdesk.key`)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${service}`);
      const ports = `{\n\tadmin off\n\thttps_port ${https}\n\thttp_port ${http}\n\tstorage file_system ${folder}/caddy\n}\n`;
      writeFileSync(join(folder, 'Caddyfile'), `${ports}${site}`);
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    },
  },
];

/** Sends requests through the examples of proxies, as far as these are installed. Answers whether all arrived as they should. */
export async function tryProxies(context: Context): Promise<boolean> {
  const { folder, say } = context;
  mkdirSync(folder, { recursive: true });
  const subject = ['-subj', '/CN=orgdesk.example.com', '-addext', 'subjectAltName=DNS:orgdesk.example.com'];
  const files = ['-keyout', join(folder, 'orgdesk.key'), '-out', join(folder, 'orgdesk.crt')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
    stdio: 'ignore',
  });
  let isGood = true;
  for (const proxy of PROXIES) {
    if (!isInstalled(proxy.name)) say(`NOT TRIED ${proxy.name}: it is not installed`);
    else isGood = (await tryProxy(proxy, context)) && isGood;
  }
  return isGood;
}

async function tryProxy({ name, prepare }: Proxy, context: Context): Promise<boolean> {
  const { say } = context;
  // A body that the proxy cuts off gets no answer.
  const service = createServer({ maxHeaderSize: HEADERS_MAX_BYTES }, (incoming, reply) => {
    answer(incoming, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const port = (service.address() as AddressInfo).port;
  const ports = { service: port, https: port + 1_000, http: port + 1_001 };
  const [file, ...args] = prepare(context, ports);
  const proxy = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  proxy.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  let isGood = true;
  const check = (what: string, holds: boolean, more: unknown): void => {
    isGood &&= holds;
    say(`${holds ? 'ok     ' : 'NOT OK '}${name} ${what}${holds ? '' : `: ${String(more)}`}`);
  };
  try {
    await untilThere(ports.https, proxy);
    const ask = (path: string, options: AskOptions = {}) => askAt(ports.https, path, options);
    const raw = '/api/organizations/a%2Fb/x?returnTo=%2Fa+b&c=%C3%A9';
    const plain = await ask(raw);
    check('passes address and query on unchanged', plain.body.includes(` ${raw} `), plain.body);
    check('names the client', plain.body.includes('for=127.0.0.1'), plain.body);
    const long = await ask('/api/about', { headers: { 'x-long': 'x'.repeat(60_000) } });
    check('lets headers of 60 KB through', long.status === 200 && long.body.includes('long=60000'), long.status);
    const address = await ask(`/api/auth/start?returnTo=${'x'.repeat(60_000)}`);
    check('lets addresses of 60 KB through', address.status === 200, address.status);
    const body = Buffer.alloc(25 * 1024 * 1024, 'x');
    const delivered = await ask('/api/install/webhook', { method: 'POST', body });
    check('lets deliveries of 25 MB through', delivered.body.includes(`bytes=${body.length} `), delivered.status);
    const large = Buffer.alloc(4 * 1024 * 1024, 'x');
    const refused = await ask('/api/organizations/acme/mass-invite', { method: 'POST', body: large }).catch(CUT_OFF);
    check('lets no other bodies of 4 MB through', !refused.body.includes('bytes='), refused.body);
    const events = await ask('/events');
    check('passes events on as they come', events.firstAfterMs < EVENTS_MS / 2, `${events.firstAfterMs} ms`);
  } catch (error) {
    check('runs', false, `${String(error)}\n${text}`);
  } finally {
    proxy.kill();
    service.close();
    service.closeAllConnections();
  }
  return isGood;
}

/** A proxy may close the connection while the body is still being sent. */
const CUT_OFF = () => ({ status: 0, body: '', firstAfterMs: 0 });
/** As the service takes them. */
const HEADERS_MAX_BYTES = 64 * 1024;
const EVENTS_MS = 3_000;

/** Stands where the service would: says what has arrived. */
async function answer(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (incoming.url === '/events') {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    reply.write('data: first\n\n');
    await delay(EVENTS_MS);
    return void reply.end('data: last\n\n');
  }
  let bytes = 0;
  for await (const piece of incoming) bytes += (piece as Buffer).length;
  const { 'x-long': long = '', 'x-forwarded-for': forwardedFor } = incoming.headers;
  reply.end(` ${incoming.url} bytes=${bytes} long=${String(long).length} for=${String(forwardedFor)}`);
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

function askAt(port: number, path: string, { method = 'GET', headers = {}, body }: AskOptions) {
  const beganAt = performance.now();
  const host = 'orgdesk.example.com';
  return new Promise<{ status: number; body: string; firstAfterMs: number }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { ...headers, host }, servername: host };
    const sent = request({ ...options, rejectUnauthorized: false }, (reply) => {
      let [text, firstAfterMs] = ['', 0];
      reply.setEncoding('utf8').on('data', (piece: string) => {
        if (text === '') firstAfterMs = performance.now() - beganAt;
        text += piece;
      });
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, body: text, firstAfterMs }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function untilThere(port: number, proxy: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (proxy.exitCode !== null) throw new Error(`it ended with ${proxy.exitCode}`);
    if (
      await askAt(port, '/', {}).then(
        () => true,
        () => false,
      )
    )
      return;
    await delay(50);
  }
  throw new Error('it does not answer');
}
