import pg from 'pg';

/** However the server behind the address is replaced, nobody talks to the former one for longer. */
const GREATEST_AGE_MS = 60_000;
/** A connection that nobody wanted for so long is closed. */
const IDLE_MS = 10_000;

/** A connection, and when it was opened and given back; as `performance.now()` says it. */
export interface KeptClient {
  readonly client: pg.Client;
  openedAt: number;
  givenBackAt: number;
}

/** Connections that are opened when somebody wants one, and kept for whoever wants one next. */
export interface KeptClients {
  /** The one that was used last, or a new one. Whoever takes them sees to it that they are not too many. */
  take(): Promise<KeptClient>;
  giveBack(kept: KeptClient, isBroken: boolean): void;
  /** Closes them as they are given back. Closing twice is no mistake. */
  end(): Promise<void>;
}

export interface KeptClientsOptions {
  readonly configuration: pg.ClientConfig;
  /** Whether one that was opened then may still be used. */
  isFit(openedAt: number): boolean;
  onLost(error: Error): void;
}

/**
 * Instead of the pool that comes with `pg`: for each query that sets three timers and goes through a line, an event and
 * promises of its own, which takes half as long as asking does.
 */
export function keepClients({ configuration, isFit, onLost }: KeptClientsOptions): KeptClients {
  /** Also those that are being opened. */
  const open = new Set<KeptClient>();
  /** The one given back last comes last. */
  let idle: KeptClient[] = [];
  const allClosed = Promise.withResolvers<void>();
  let isEnding = false;
  let willLook = false;

  const connect = async (): Promise<KeptClient> => {
    const client = new pg.Client(configuration);
    const kept: KeptClient = { client, openedAt: 0, givenBackAt: 0 };
    open.add(kept);
    // Without a listener, a connection that the server closes would end this process.
    client.on('error', (error) => {
      forget(kept);
      onLost(error);
    });
    client.once('end', () => forget(kept));
    try {
      await client.connect();
    } catch (error) {
      forget(kept);
      throw error;
    }
    kept.openedAt = performance.now();
    return kept;
  };
  const forget = (kept: KeptClient): void => {
    open.delete(kept);
    if (isEnding && open.size === 0) allClosed.resolve();
  };
  const close = (kept: KeptClient): void => {
    // A frozen server never says goodbye, so nobody waits for it.
    kept.client.end(() => {});
    forget(kept);
  };
  const isUsable = (kept: KeptClient): boolean =>
    open.has(kept) && performance.now() - kept.openedAt < GREATEST_AGE_MS && isFit(kept.openedAt);
  const closeUnwanted = (): void => {
    const since = performance.now() - IDLE_MS;
    const unwanted = idle.filter(({ givenBackAt }) => givenBackAt <= since);
    idle = idle.filter(({ givenBackAt }) => givenBackAt > since);
    for (const kept of unwanted) close(kept);
    willLook = false;
    lookLater();
  };
  const lookLater = (): void => {
    if (willLook || idle.length === 0) return;
    willLook = true;
    setTimeout(closeUnwanted, IDLE_MS).unref();
  };

  return {
    async take() {
      if (isEnding) throw new Error('the database was closed');
      for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
        if (isUsable(kept)) return kept;
        close(kept);
      }
      return connect();
    },
    giveBack(kept, isBroken) {
      if (isBroken || isEnding || !isUsable(kept)) return close(kept);
      kept.givenBackAt = performance.now();
      idle.push(kept);
      lookLater();
    },
    async end() {
      isEnding = true;
      for (const kept of idle.splice(0)) close(kept);
      if (open.size === 0) return;
      await allClosed.promise;
    },
  };
}
