export { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
