import { useMutation } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';

export const useDeviceRequest = () =>
  useMutation({
    mutationFn: async (user_code: string) =>
      (await answerOf((options) => client.readDeviceRequest({ body: { user_code }, ...options }))).data,
  });

export const useApproval = () =>
  useMutation({
    mutationFn: async (user_code: string) => {
      const { data } = await answerOf((options) => client.approveDeviceRequest({ body: { user_code }, ...options }));
      window.location.assign(data.location);
    },
  });

export const useDenial = () =>
  useMutation({
    mutationFn: async (user_code: string) => {
      await answerOf((options) => client.denyDeviceRequest({ body: { user_code }, ...options }));
    },
  });
