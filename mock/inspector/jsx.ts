// The functions that the elements of the served page are made by.
export { Fragment, h } from 'preact'
