// Ends with 0 while the service of this container answers. Whether it is ready is another question: what restarts
// containers must not do so because the database is away.
const port = process.env.PORT?.trim() || '3000';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
