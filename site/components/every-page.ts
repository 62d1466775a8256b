import { startHeader } from './header/site-header.ts'
import { startToasts } from './toast-region.ts'

// Each of them looks for its element and does nothing without it: islands may import modules of this file on any page.
startHeader()
startToasts()
if (document.prerendering) void import('../lib/shown-page.ts')
