import { describe, expect, test } from 'vitest';
import { openList, peopleOf, serviceForPeople } from './people.ts';

describe('the list of people', () => {
  const { service, control, signIn } = serviceForPeople();

  test('has for owners everybody, those outside, who has a weak second factor, and the teams when they are asked for', async () => {
    const headers = await signIn('ada');
    const list = await openList(peopleOf(service(), 'acme', '?teams=true'), headers);
    expect(await list.ended).toBe(true);
    console.log(list.status, JSON.stringify(list.lines, null, 1), JSON.stringify([...list.headers]));
    console.log(
      control()
        .requests()
        .map(({ method, path, query, status }: any) => [method, path, JSON.stringify(query), status].join(' ')),
    );
  });
});
