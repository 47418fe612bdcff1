import { getBrand } from './contract.ts'

/** One of them shows a page as a draft of the brand would. */
export const previewPermissions = getBrand.access.adminWithAnyOf
