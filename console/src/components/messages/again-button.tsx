import { Button, type ButtonProps } from '@primer/react';
import { useIsBefore } from '../../lib/use-is-before.ts';

interface AgainButtonProps {
  /** When a retry is possible; null means now. */
  readonly notBefore: Date | null;
  readonly isBusy: boolean;
  readonly onPress: () => void;
  readonly size?: ButtonProps['size'];
  readonly children: string;
}

/** The button is never `disabled`, so that it keeps the focus when pressed. */
export function AgainButton({ notBefore, isBusy, onPress, size = 'medium', children }: AgainButtonProps) {
  const isEarly = useIsBefore(notBefore);
  return (
    <Button size={size} onClick={isEarly ? undefined : onPress} inactive={isBusy || isEarly} aria-disabled={isEarly}>
      {children}
    </Button>
  );
}
