import { AboutAnswer } from '@orgdesk/contract';
import type { Operation } from '../../http/contract/operation.ts';

export const GET_ABOUT: Operation = {
  id: 'getAbout',
  chapter: 'Service',
  summary: 'What a page shows before anybody signed in',
  description: 'Version, address of the code host, and the people of the simulated one. Holds nothing secret.',
  session: 'unused',
  answers: { 200: { description: 'The service.', json: AboutAnswer } },
};
