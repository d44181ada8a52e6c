import { Button, type ButtonProps } from '@primer/react';
import { useIsBefore } from '../../lib/moments/use-is-before.ts';

interface AgainButtonProps {
  /** From when on another attempt makes sense; the button waits until then. Null: at once. */
  readonly notBefore: Date | null;
  /** While true, an attempt is under way. */
  readonly isBusy: boolean;
  readonly onPress: () => void;
  readonly size?: ButtonProps['size'];
  readonly children: string;
}

/** Does again what failed, or may have changed. Never `disabled`: whoever pressed it keeps the place on the page. */
export function AgainButton({ notBefore, isBusy, onPress, size = 'medium', children }: AgainButtonProps) {
  const isEarly = useIsBefore(notBefore);
  return (
    <Button size={size} onClick={isEarly ? undefined : onPress} inactive={isBusy || isEarly} aria-disabled={isEarly}>
      {children}
    </Button>
  );
}
