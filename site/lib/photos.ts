/** The URL of a profile photo in one of its sizes; the URL of any other picture is unchanged. */
export const photoUrl = (url: string, size: 64 | 128 | 256) => url.replace(/-256\.webp$/, `-${size}.webp`)

/** Types that the file picker accepts. */
export const photoTypes = 'image/jpeg,image/png,image/webp'

/** Bytes. */
export const maxPhotoBytes = 5 * 1024 * 1024
