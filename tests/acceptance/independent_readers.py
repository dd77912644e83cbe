"""Files as other people's readers have them. Each function gives what it reads by key, with the names beside it, and
raises whatever its reader raises."""

import collections
import gzip
import io

import anndata
import fcsparser
import flowio
import networkx
import numpy
import pandas
import scipy.io

Read = collections.namedtuple("Read", "values row_names column_names", defaults=(None, None))


def content(path):
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def ending(path):
    return next((suffix.lower() for suffix in reversed(path.suffixes) if suffix.lower() != ".gz"), "")


def unpacked(path, folder):
    """The file itself, for readers that know no gzip."""
    plain = folder / ("plain" + ending(path))
    plain.write_bytes(content(path))
    return plain


def by_flowio(path, folder):
    """The events as stored, all channels, of the first data set; HEADER and TEXT may disagree on where they are."""
    plain, lenient = str(unpacked(path, folder)), {"ignore_offset_error": True, "ignore_offset_discrepancy": True}
    try:
        data = flowio.FlowData(plain, **lenient)
    except flowio.exceptions.MultipleDataSetsError:
        data = flowio.read_multiple_data_sets(plain, **lenient)[0]
    return {"": Read(numpy.reshape(numpy.array(data.events), (-1, data.channel_count)))}


def by_fcsparser(path, folder):
    return {"": Read(fcsparser.parse(str(unpacked(path, folder)))[1].to_numpy())}


def by_anndata(path, folder):
    cells = anndata.read_h5ad(unpacked(path, folder))
    rows, columns = list(cells.obs_names), list(cells.var_names)
    matrices = {} if cells.X is None else {"X": Read(cells.X, rows, columns)}
    matrices.update({"layers/" + name: Read(value, rows, columns) for name, value in cells.layers.items()})
    for part in ("obsm", "obsp"):
        matrices.update({"%s/%s" % (part, name): Read(value, rows) for name, value in getattr(cells, part).items()})
    return matrices


def by_scipy(path, folder):
    return {"": Read(scipy.io.mmread(unpacked(path, folder)))}


def by_numpy(path, folder):
    return {"": Read(numpy.load(unpacked(path, folder), allow_pickle=False))}


def by_pandas(path, folder):
    """The columns that hold numbers. A first row of numbers is a row and no header."""
    separator = {".csv": ",", ".tsv": "\t"}.get(ending(path), r"\s+")
    first = pandas.read_csv(io.BytesIO(content(path)), sep=separator, header=None, nrows=1)
    header = None if all(kind.kind in "if" for kind in first.dtypes) else 0
    frame = pandas.read_csv(io.BytesIO(content(path)), sep=separator, header=header, float_precision="round_trip")
    numbers = frame.select_dtypes("number")
    return {"": Read(numbers.to_numpy(), None, None if header is None else list(numbers.columns))}


def words_of_text(path):
    """The columns that hold words, but for a first one, which names the rows."""
    frame = pandas.read_csv(io.BytesIO(content(path)), sep={".tsv": "\t"}.get(ending(path), ","))
    words = [name for name, kind in frame.dtypes.items() if kind.kind not in "iuf"]
    return [name for name in words if name != frame.columns[0]]


def by_networkx(path, folder):
    """An edge list; a line of two words before numbers is a header."""
    lines = content(path).decode().splitlines()
    if len(lines) > 1 and lines[0].replace(" ", "").isalpha() and lines[1].split()[0].isdigit():
        lines = lines[1:]
    weighted = len(lines[0].split()) > 2
    graph = networkx.parse_edgelist(lines, data=(("weight", float),) if weighted else False)
    nodes = list(graph)
    return {"": Read(networkx.to_scipy_sparse_array(graph, nodes, dtype=float), nodes)}


READERS = {".fcs": (by_flowio, by_fcsparser), ".lmd": (by_flowio, by_fcsparser), ".h5ad": (by_anndata,),
           ".mtx": (by_scipy,), ".npy": (by_numpy,), ".csv": (by_pandas,), ".tsv": (by_pandas,), ".txt": (by_pandas,),
           ".edges": (by_networkx,)}
