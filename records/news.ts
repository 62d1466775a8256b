import { blankPublicText, nullablePublicText, publicText } from './fields.ts'

// Erasing a person leaves what the campaign published: staff edits or deletes it.
const impersonal = 'Words of the campaign, for the public.'

export const article = {
  title: publicText(255, { label: 'Title', impersonal, isFound: true }),
  excerpt: blankPublicText(1000, { label: 'Excerpt', impersonal, isFound: true }),
  content: publicText(50_000, { label: 'Content', impersonal, isFound: true }),
  category: blankPublicText(50, { label: 'Category', impersonal, isFound: true }),
  imageUrl: nullablePublicText(500, { label: 'Image URL', impersonal, form: 'url' }),
}
