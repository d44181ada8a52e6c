import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Simulator, type SimulatorOptions, startSimulator } from '@orgdesk/simulator';
import { onTestFinished } from 'vitest';
import { type Program, runProgram } from '../../support/service/program.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url));

/** A code host on which no App is registered. */
export async function hostWithoutApp(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ app: null, ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** `orgdesk setup`, run as the program it is, without a terminal. */
export interface SettingUp extends Program {
  /** The page on this machine, as soon as it is there. */
  page(): Promise<URL>;
}

/** Opens a browser only in an environment that has a display. */
export function setUp(
  folder: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): SettingUp {
  const program = runProgram({
    command: [process.execPath, '--', MAIN],
    parameters: ['setup', ...('DISPLAY' in env ? [] : ['--no-browser']), ...parameters],
    folder,
    env,
  });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return {
    ...program,
    async page() {
      let ended = false;
      void program.ended.then(() => {
        ended = true;
      });
      for (;;) {
        const found = /http:\/\/127\.0\.0\.1:\d+\/\w+/.exec(program.out());
        if (found !== null) return new URL(found[0]);
        if (ended) throw new Error(`there is no page:\n${program.out()}${program.err()}`);
        await delay(20);
      }
    },
  };
}

/** The options for a simulated code host. */
export const on = ({ url, apiUrl }: Simulator, ...more: readonly string[]): readonly string[] => [
  '--code-host-url',
  url,
  '--code-host-api-url',
  apiUrl,
  ...more,
];

const UNESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Reads the form's target and fields. */
export function formOf(html: string): { readonly action: string; readonly manifest: string } {
  const part = (pattern: RegExp) =>
    (pattern.exec(html)?.[1] ?? '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => UNESCAPED[entity] ?? '');
  return { action: part(/<form method="post" action="([^"]*)"/), manifest: part(/name="manifest" value="([^"]*)"/) };
}

/** Requests a page like a browser opened from a link; unlike `fetch`, sends no origin. */
export function browse(
  url: URL | string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.once('error', reject);
    });
    sent.once('error', reject).end();
  });
}

/** Takes the manifest of the page to the code host and confirms it there; answers where the browser is sent. */
export async function registerFrom(
  page: URL,
  {
    login = 'ada',
    name = 'The desk',
    change = (manifest) => manifest,
  }: {
    readonly login?: string;
    readonly name?: string;
    readonly change?: (manifest: Record<string, unknown>) => object;
  } = {},
): Promise<URL> {
  const { action, manifest: posted } = formOf((await browse(page)).text);
  const manifest = JSON.stringify(change(JSON.parse(posted)));
  const shown = await fetch(action, { method: 'POST', body: new URLSearchParams({ manifest }) });
  if (!shown.ok) throw new Error(await shown.text());
  const body = new URLSearchParams({ login, name });
  const confirmed = await fetch(shown.url, { method: 'POST', body, redirect: 'manual' });
  return new URL(confirmed.headers.get('location') ?? '', 'http://nowhere.invalid');
}

/** The settings in a file, by name. */
export const settingsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
