export { ListMenu } from '../list/options/list-menu.tsx';
export { Menu } from './menu.tsx';
