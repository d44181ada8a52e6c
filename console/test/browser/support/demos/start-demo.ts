import { inject } from 'vitest';

/** A service with a simulated code host, a database and a port of its own. */
export interface Demo {
  readonly url: string;
  end(): Promise<void>;
}

/** Starts one in the program that this run has for all of them. */
export async function startDemo(settings: Readonly<Record<string, string>>): Promise<Demo> {
  const { url } = await ask('POST', { settings });
  return { url, end: async () => void (await ask('DELETE', { url })) };
}

async function ask(method: string, body: object): Promise<{ readonly url: string }> {
  const answer = await fetch(inject('demosUrl'), { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the program that starts demos failed: ${await answer.text()}`);
  return (await answer.json()) as { readonly url: string };
}
