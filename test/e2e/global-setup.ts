import { ensureBuilt } from '../../backend/tools/site-build.ts'

/** Built once, before two workers start a product each. */
export default () => ensureBuilt(() => console.log('Building the site…'))
