import type { Person } from '../../../../client/src/index.ts';
import { readList } from '../../output/read-list.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import type { ListInput } from './list-input.ts';
import { ROLE_NAMES } from './role-names.ts';
import { listAcross } from './run-list-across.ts';

export async function run(context: Context, input: ListInput): Promise<void> {
  if (input.organization === null) return listAcross(context, input);
  const { organization, role } = input;
  const { connect, signal, format } = context;
  const service = await connect();
  const lines = service.client.listPeople({ path: { login: organization }, signal });
  const people = await readList(service, lines, (line): readonly Person[] =>
    line.kind === 'people' ? line.people : [],
  );
  printRows(
    format,
    people.filter((person) => role === null || ROLE_NAMES[person.role] === role),
    {
      login: ({ login }) => login,
      name: ({ name }) => name,
      role: (person) => ROLE_NAMES[person.role] ?? person.role,
      id: ({ id }) => id,
    },
  );
}
