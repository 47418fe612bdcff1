import { getBrand } from './contract.ts'

/** Permissions to preview a page with a draft of the brand; any one suffices. */
export const previewPermissions = getBrand.access.adminWithAnyOf
