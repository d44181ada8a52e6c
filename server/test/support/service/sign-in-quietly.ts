import type { RequestHeaders } from '../browser.ts';
import type { Service } from './start-service.ts';

/** Signs in and forgets the requests that the code host got for it. */
export const signInQuietly =
  (service: () => Service) =>
  async (login: string): Promise<RequestHeaders> => {
    const { bearer } = await service().signIn(login);
    service().simulator.control.clearRequests();
    return bearer;
  };
