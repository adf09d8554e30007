import { pageNumber, readSearch } from '../../app/search';

export const invariantsSearch = readSearch({ page: pageNumber() });
