import type * as contract from '@orgdesk/contract';
import type { Calls as ContractCalls } from '@orgdesk/contract/endpoints';
import { expectTypeOf, test } from 'vitest';
import type * as client from '../src/index.ts';

test('the generated types are those of the contract', () => {
  expectTypeOf<client.Calls>().toExtend<ContractCalls>();
  expectTypeOf<ContractCalls>().toExtend<client.Calls>();
  expectTypeOf<client.AuditAction>().toEqualTypeOf<contract.AuditAction>();
  expectTypeOf<client.Outage>().toEqualTypeOf<contract.Outage>();
  expectTypeOf<client.PersonRole>().toEqualTypeOf<contract.PersonRole>();
});
