/** { status: 'pending' } → 'status:pending', as the API reads it (contract/admin-lists.ts). Empty values are left out. */
export const filterText = (filter: { [name: string]: string | undefined }): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value = '']) => `${name}:${encodeURIComponent(value)}`)
    .join(',')
