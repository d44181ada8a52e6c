import { lazy } from 'react';

// One script: what two lazy scripts share would load with every page.
const menus = () => import('./menus.ts');

export const Menu = lazy(async () => ({ default: (await menus()).Menu }));
export const ListMenu = lazy(async () => ({ default: (await menus()).ListMenu }));
