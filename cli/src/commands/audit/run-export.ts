import type { AuditFilters } from '../../../../client/src/index.ts';
import { dataOf, type Service } from '../../connection/failure.ts';
import { Stop } from '../../connection/stop.ts';
import { asJson } from '../../output/print.ts';
import { writeOut } from '../../output/write-out.ts';
import type { Context } from '../../run-remote.ts';

interface Input {
  readonly organization: string;
  readonly output: string | null;
  readonly json: boolean;
  readonly filters: AuditFilters;
}

export async function run(context: Context, { organization, output, json, filters }: Input): Promise<void> {
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
