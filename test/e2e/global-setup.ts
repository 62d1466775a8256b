import { ensureBuilt } from '../../backend/tools/site-build.ts'
import { readyBrowser } from '../support/browser/browser.ts'

/** Fetches the browser and builds the site once, before each of the two workers starts a product. */
export default () => {
  readyBrowser()
  return ensureBuilt(() => console.log('Building the site…'))
}
