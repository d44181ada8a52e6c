import { useQueryClient } from '@tanstack/react-query';
import { personalKey } from '../../lib/query-client.ts';

/** Reads everything on the page again: what was mended at the code host then also shows where it was missing. */
export function useCheckAgain(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: personalKey() });
}
