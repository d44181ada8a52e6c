import { Label } from '@primer/react';
import './demo.css';

export function DemoBadge() {
  return (
    <Label variant="attention">
      Demo<span className="demo-badge-rest">: simulated code host</span>
    </Label>
  );
}
