import { createServer } from 'node:http'

/** Accepts each delivery immediately and returns their number to a GET. Requests to /dead never get a response. */
let deliveries = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(String(deliveries))
  if (request.url === '/dead') return void request.resume()
  request.resume().on('end', () => {
    deliveries += 1
    response.writeHead(204).end()
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
