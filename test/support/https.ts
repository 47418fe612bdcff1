/** It must be the first import of a test: the modules that it imports later read a configuration of a portal on https. */
export const origin = 'https://id.example.com'

process.env['PUBLIC_URL'] = origin
