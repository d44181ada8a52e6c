import { csvLine } from '@orgdesk/contract/csv';
import { AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import type { AuditEntry, AuditFilters } from '../../../../client/src/index.ts';
import { dataOf, type Service } from '../../connection/failure.ts';
import { Stop } from '../../connection/stop.ts';
import { asJson, print, printable, printJson } from '../../output/print.ts';
import type { Format } from '../../output/rows.ts';
import { writeOut } from '../../output/write-out.ts';
import type { Context } from '../../run-remote.ts';

interface TailInput {
  readonly organization: string;
  readonly lines: number;
  readonly follow: boolean;
  readonly filters: AuditFilters;
}

export async function tailTrail(
  { connect, format, signal, whenInterrupted }: Context,
  input: TailInput,
): Promise<void> {
  const { organization: login, lines, follow, filters } = input;
  const service = await connect();
  const query = { ...filters, limit: String(lines) };
  const { entries } = await dataOf(service, service.client.readAuditTrail({ path: { login }, query, signal }));
  if (format === 'csv') print(csvLine(Object.keys(COLUMNS)));
  const first = entries.toReversed();
  for (const entry of first) printEntry(format, entry);
  whenInterrupted(null);
  if (follow) await followTrail(service, { ...input, format, first });
}

async function followTrail(
  service: Service,
  {
    organization: login,
    filters,
    format,
    first,
  }: TailInput & { readonly format: Format; readonly first: readonly AuditEntry[] },
): Promise<void> {
  const { signal } = service;
  let last = first.at(-1)?.number ?? 0;
  const open = new Set(first.filter(({ outcome }) => outcome === 'under-way').map(({ number }) => number));
  for await (const news of service.client.watchAuditTrail({ path: { login }, signal })) {
    if (news.error !== undefined && (news.status === null || news.status >= 500 || news.status === 429)) continue;
    await dataOf(service, news);
    const query = { ...filters, limit: String(AUDIT_PAGE_MAX) };
    const { entries } = await dataOf(service, service.client.readAuditTrail({ path: { login }, query, signal }));
    for (const entry of entries.toReversed()) {
      const { number, outcome } = entry;
      const isSettled = open.has(number) && outcome !== 'under-way';
      if (number <= last && !isSettled) continue;
      printEntry(format, entry);
      last = Math.max(last, number);
      if (outcome === 'under-way') open.add(number);
      else open.delete(number);
    }
  }
}

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  number: ({ number }) => String(number),
  at: ({ at }) => at,
  action: ({ action }) => action,
  actor: ({ actor }) => actor?.login ?? null,
  target: ({ target }) => target?.name ?? null,
  outcome: ({ outcome }) => outcome,
  source: ({ way }) => way,
};

function printEntry(format: Format, entry: AuditEntry): void {
  if (format === 'json') printJson(entry);
  else if (format === 'csv') print(csvLine(Object.values(COLUMNS).map((of) => of(entry))));
  else {
    const { at, action, actor, target, outcome, message } = entry;
    const about = target === null ? '' : ` → ${target.name}`;
    const why = message === null ? '' : `: ${message}`;
    print(`${printable(`${at}  ${action}  ${actor?.login ?? '-'}${about}  ${outcome}${why}`)}\n`);
  }
}

interface ExportInput {
  readonly organization: string;
  readonly output: string | null;
  readonly json: boolean;
  readonly filters: AuditFilters;
}

export async function exportTrail(
  context: Context,
  { organization, output, json, filters }: ExportInput,
): Promise<void> {
  const { connect, signal, whenInterrupted } = context;
  const service = await connect();
  if (output !== null) whenInterrupted(`${output} is not complete: run the command again.`);
  const sent = { path: { login: organization }, query: filters, signal };
  if (json) return writeOut(jsonLines(service, sent), output, signal);
  const { body } = await dataOf(service, service.client.downloadAuditTrailCsv(sent));
  if (body === null) throw new Stop('The service sent no entries.');
  await writeOut(body, output, signal);
}

async function* jsonLines(service: Service, sent: Parameters<Service['client']['downloadAuditTrailNdjson']>[0]) {
  for await (const outcome of service.client.downloadAuditTrailNdjson(sent)) {
    yield `${asJson(await dataOf(service, outcome))}\n`;
  }
}
