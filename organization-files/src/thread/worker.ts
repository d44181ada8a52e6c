import { FILE_TASKS } from './file-tasks.ts';
import { serve } from './serve.ts';

serve(FILE_TASKS);
