export { ListMenu } from '../list/list-menu.tsx';
export { Menu } from './menu.tsx';
