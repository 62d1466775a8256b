import { ensureBuilt } from '../../backend/tools/site-build.ts'

/** Builds the site once, before each of the two workers starts a product. */
export default () => ensureBuilt(() => console.log('Building the site…'))
