import { DownloadLink } from '../security/DownloadLink.tsx'
import { Icon } from '../ui/Icon.tsx'

/** A list as a file, in both formats. */
export const ExportLinks = ({ path }: { path: (format: 'csv' | 'json') => string }) => (
  <>
    <DownloadLink href={path('csv')}>
      <Icon name="download" size={18} /> Export CSV
    </DownloadLink>
    <DownloadLink href={path('json')}>
      <Icon name="download" size={18} /> Export JSON
    </DownloadLink>
  </>
)
