/**
 * The origin of a portal on https. This must be the first import of a test, because modules imported later read the
 * configuration.
 */
export const origin = 'https://id.example.com'

process.env['PUBLIC_URL'] = origin
