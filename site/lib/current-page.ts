import { paths } from './paths.ts'

/** For a link's `aria-current`: 'page' on the page it leads to and on pages below it. */
export function currentPage({ pathname }: URL): (path: string) => 'page' | undefined {
  const here = pathname.replace(/(?:\.html|\/)$/, '') || paths.home
  const isCurrent = (path: string) => here === path || (path !== paths.home && here.startsWith(`${path}/`))
  return (path) => (isCurrent(path) ? 'page' : undefined)
}
