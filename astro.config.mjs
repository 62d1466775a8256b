import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { campaignSite } from './backend/config/campaign-integration.ts'
import { environment } from './backend/config/environment.ts'
import { readyBytes } from './backend/pages/build/astro-integration.ts'
import { siteFonts } from './backend/pages/build/fonts.ts'
import { oldestBrowsers } from './backend/pages/build/oldest-browsers.ts'

const settings = environment()

/**
 * Each file more is another question, and on a phone perhaps another round trip; small files compress badly, too. So modules
 * that are needed together are one file, in the order of how many need them: a group takes what no group before it took,
 * with all that imports. The first two hold the script that starts them, or the page would load that as a file of its own.
 */
const codeSplitting = {
  groups: [
    {
      name: 'every-page',
      test: /site\/(stores\/toasts|lib\/(session-cookie|browser-storage|keeps-cookies|offline)|islands\/island-events|components\/(every-page|toast-region|header\/site-header))\.ts|components\/EveryPage\.astro\?astro&type=script|nanostores\/atom\/index\.js|vite\/preload-helper/,
    },
    {
      name: 'every-form',
      test: /site\/(components\/(every-form|late-form|volunteer-count|form-sent|hero\/(supporter-tracker|hero-variation|show-variation|capture-links))|stores\/(page-variation|supporters\/supporters))\.ts|components\/EveryForm\.astro\?astro&type=script/,
    },
    // Without the framework, since the sign-in page offers passkeys before anything is drawn.
    {
      name: 'every-store',
      test: /node_modules\/nanostores\/|contract\/topic-words\.ts|site\/(lib\/(messages|not-loaded|no-answer|api|activity|paths|proving|names|labels|link-token|dates)|stores\/(session|form|exclusive|lists\/(list|newest-first)))\.ts/,
    },
    {
      name: 'every-island',
      test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|site\/islands\/(IslandBoundary|Started|typed-text|ui\/(BusyButton|ButtonLabels|CardSkeleton|ListNotice|LoadMore|RetryNotice|ShowMore)|forms\/(Choices|Field|FieldNotes|Form|SubmitButton|form-context))\.tsx?/,
    },
    // Forms of the public site and of the console take labels from them, and neither needs the rest of the other.
    {
      name: 'records',
      test: /\/records\/(fields|users|volunteers|news|campaign-events)\.ts/,
      minShareCount: 2,
    },
    {
      name: 'supporters',
      test: /site\/(stores\/(supporters\/|rsvps\.ts)|islands\/late\/)/,
      minShareCount: 2,
    },
    {
      name: 'dialogs',
      test: /node_modules\/@base-ui\/react\/(alert-)?dialog\/|site\/islands\/ui\/(Modal|ConfirmDialog|InfoDialog|DialogAbove)\.tsx/,
      minShareCount: 2,
    },
    {
      name: 'switches',
      test: /node_modules\/@base-ui\/react\/switch\/|site\/islands\/(ui\/SwitchList|forms\/SwitchField)\.tsx/,
      minShareCount: 2,
    },
    { name: 'tabs', test: /node_modules\/@base-ui\/react\/tabs\//, minShareCount: 2 },
    {
      name: 'sign-in',
      test: /site\/(lib\/passkeys|stores\/(sign-in\/(?!provider-problem)|security\/email-change|account\/require-sign-in))/,
      minShareCount: 2,
    },
    // Of the tabs about people, which the dashboard goes without.
    {
      name: 'columns',
      test: /site\/(islands\/admin\/table\/(contact-columns|source-column)\.tsx|lib\/(districts|sources)\.ts)/,
      minShareCount: 2,
    },
    // Pages for people who are signed in share it; the group 'account' has what only their account needs.
    {
      name: 'tools',
      test: /site\/(lib\/(?!changes|history-fields|hero-preview|contrast|email-campaign-messages|account-messages|mail-consent-messages|provider-problems|report-reasons|photos|wordings)|stores\/(?!account|admin|email-campaigns|genetics|moderation|security\/(?!fresh-proof)|sign-in)|islands\/(ui|admin\/DialogOnDemand|forms\/(?!PasswordField)|security\/(FreshProof|DownloadLink|PastSessions|SessionFacts)\.))/,
      minShareCount: 2,
    },
    {
      name: 'admin',
      test: /site\/(stores\/(admin\/(?!wordings|roles\/)|genetics\/gene-pool)|islands\/admin\/(AdminGate|SessionEnd|LoadFailure|Loaded|RowButton|table\/(Cell|ScrollTable))\.tsx)/,
      minShareCount: 2,
    },
    {
      name: 'account',
      test: /site\/(lib\/(account-messages|photos)|stores\/(account|security|sign-in\/(?!provider-problem))|islands\/(account|sign-in|security|forms)\/)/,
      minShareCount: 2,
    },
    { name: 'genetics', test: /site\/(lib\/hero-preview|(islands|stores)\/genetics\/)/, minShareCount: 2 },
    { name: 'charts', test: /site\/islands\/admin\/charts\/|node_modules\/(@visx|d3-)/, minShareCount: 2 },
    {
      name: 'tables',
      test: /site\/islands\/admin\/(?!HistoryDialog|EraseButton|ReviewTable|RejectDialog|EditDialog|CategoryField|entry\/|roles\/|table\/Agreement)|node_modules\/@tanstack\//,
      minShareCount: 2,
    },
    { name: 'editing', test: /site\/islands\/admin\/(EditDialog|CategoryField)\.tsx/ },
  ],
}

/** Scripts of components have long names, and the home page counts its bytes: 'EveryPage.astro_astro_type_script_index_0_lang'. */
const entryFileNames = ({ name }) => `_astro/${name.replace(/\.astro_astro_type_.*/, '')}.[hash].js`

/**
 * `import()` as browsers have it. Vite's own way around it hints at what comes next and loads styles, at the cost of a
 * kilobyte on every page (goals: 2 KB); here only people who are signed in import anything, and never styles.
 */
function plainImports() {
  const helper = '\0vite/preload-helper.js'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    config: () => ({
      environments: {
        client: { build: { modulePreload: false, rolldownOptions: { output: { codeSplitting, entryFileNames } } } },
      },
    }),
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load()' : null),
  }
}

/** Scripts of browsers; Astro's own target is the newest language. */
const browserTarget = {
  name: 'browser-target',
  configEnvironment(name, { build }) {
    if (name === 'client') build.target = [...oldestBrowsers]
  },
}

/** Islands are started by site/islands/island-client.ts, which puts each of them in an error boundary. */
function islandBoundaries() {
  const client = '@astrojs/react/client.js'
  const own = fileURLToPath(new URL('./site/islands/island-client.ts', import.meta.url))
  return {
    name: 'island-boundaries',
    enforce: 'pre',
    resolveId: (id, importer) => (id === client && importer !== own ? own : null),
  }
}

/** Code that renders pages needs nothing of node_modules: a production install goes without Astro, React and their tools. */
const wholeRenderer = { name: 'whole-renderer', apply: 'build', config: () => ({ ssr: { noExternal: true } }) }

/** `client:touch`, for islands that wait until the visitor first touches them. */
const touchDirective = {
  name: 'touch-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touch', entrypoint: './site/islands/touch-directive.ts' }),
  },
}

export default defineConfig({
  // Keeps the space between words of two elements, which browsers without style sheets show.
  compressHTML: true,
  // Canonical addresses are written at build time.
  site: settings.PUBLIC_URL || 'http://localhost:3000',
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  trailingSlash: 'never',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  integrations: [react(), touchDirective, siteFonts(), campaignSite(), readyBytes()],
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  security: { csp: true },
  session: false,
  // A page and its styles come in one round trip (goals: 14 000 B), and nothing waits for a second file.
  build: { inlineStylesheets: 'always' },
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  vite: {
    plugins: [plainImports(), browserTarget, islandBoundaries(), wholeRenderer],
    build: { cssTarget: [...oldestBrowsers] },
    // `npm run dev`: the API is answered by the backend behind.
    ...(settings.BACKEND_URL && {
      server: {
        proxy: {
          '/api': settings.BACKEND_URL,
          '/photos': settings.BACKEND_URL,
          '/dev/mail': settings.BACKEND_URL,
        },
      },
    }),
  },
})
